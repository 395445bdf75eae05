// @ts-check
// For pages that only show a board.
import { startBoards } from "./board.js";

startBoards();
