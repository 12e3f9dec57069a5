import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesBySuite, reaching } from "./suites.ts";

const ROOT = join(import.meta.dirname, "../..");
const RANDOM = /fast-check|Math\.random|random(Bytes|UUID|Int)|TALLYBOX_SEED|timeline|cursor/;
/** These draw what each server has (its timeline, the salts of its hashes), so that every test would count. */
const OF_EVERY_SERVER = ["test/harness/demo-copy.ts", "test/harness/demo-folder.ts"];

/** The test files that use random or generated values, or import them, by their suite. The other suites take too long to be repeated. */
export function randomFiles(): Record<"server" | "long" | "isolated" | "browser", string[]> {
  const { server, long, isolated, browser } = filesBySuite();
  const isRandom = reaching(
    (file) => !OF_EVERY_SERVER.includes(file) && RANDOM.test(readFileSync(join(ROOT, file), "utf8")),
  );
  return {
    server: server.filter(isRandom),
    long: long.filter(isRandom),
    isolated: isolated.filter(isRandom),
    browser: browser.filter(isRandom),
  };
}
