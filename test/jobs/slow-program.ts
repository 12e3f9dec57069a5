import { existsSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

// A program whose module takes until a file exists. Its URL names that file, and one that it writes at its beginning.

const { searchParams } = new URL(import.meta.url);
writeFileSync(searchParams.get("began") ?? "", "");
while (!existsSync(searchParams.get("until") ?? "")) await sleep(5);

export { run } from "./scripted-job.ts";
