// @ts-check
// A packet in the background: polls its progress until it is done.

import { waitOf } from "./retry.js";

const EVERY = 1000;

async function poll() {
  const old = document.querySelector("#job[data-going]");
  if (!old) return;
  let rest = EVERY;
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (answer.status === 404) return location.reload();
    rest = Math.max(EVERY, 1000 * waitOf(answer));
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("job");
    if (answer.ok && fresh && !fresh.isEqualNode(old)) {
      const hasFocus = old.contains(document.activeElement);
      old.replaceWith(fresh);
      if (hasFocus) fresh.querySelector("a, button")?.focus();
    }
  } catch {
    // The server does not answer; try again later.
  }
  setTimeout(poll, rest);
}

setTimeout(poll, EVERY);
