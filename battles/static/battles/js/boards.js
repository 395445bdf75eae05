// @ts-check
// Starts the boards of pages that only show a board.
import { startBoards } from "./board.js";

startBoards();
