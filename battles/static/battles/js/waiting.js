// @ts-check
// Waiting for players: goes on as soon as somebody has sat down.
import { follow } from "./live.js";

const waiting = document.getElementById("waiting");
if (waiting) {
  const { address = "", viewer = "", next = "", n = "" } = waiting.dataset;
  const goOn = () => location.assign(next);
  const mode = () => {};
  follow({ stream: `${address}/live`, poll: `${address}/since`, viewer, after: () => Number(n), onNews: goOn, onReload: goOn, onMode: mode });
}
