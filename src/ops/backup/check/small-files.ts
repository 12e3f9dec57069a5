import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Problems } from "./report.ts";

const SHORTEST_KEY = 32;

/** Notes what would stop a start: settings that are no JSON, a key that was cut short, an emptied certificate. */
export async function checkSmallFile(folder: string, name: string, problems: Problems): Promise<void> {
  const text = await readFile(join(folder, name), "utf8");
  if (name === "settings.json") {
    if (!isJson(text)) problems.add("file", `${name} is not well-formed JSON`);
  } else if (name.endsWith(".key") && text.trim().length < SHORTEST_KEY) {
    problems.add("file", `${name} was cut short`);
  } else if (text === "") {
    problems.add("file", `${name} is empty`);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
