import { writeFileSync } from "node:fs";
import { watchStalls } from "./callers.ts";

// Loaded before a program that is measured from outside (`node --import`): at SIGUSR2 it writes the longest stall of the
// event loop since the last time into the file STALLS.

const longestStall = watchStalls();
const file = process.env["STALLS"] ?? "";
process.on("SIGUSR2", () => writeFileSync(file, String(longestStall())));
