import type { TestBox } from "../../harness/box.ts";
import { aHandheld, type Handheld, type HandheldOptions } from "../../harness/handheld.ts";
import { atWork as logIn } from "../access/together.ts";

interface Workplace extends Omit<HandheldOptions, "language"> {
  readonly as?: "user" | "manager";
  readonly language?: "en" | "cs";
  /** All that forms choose from is kept as well, as it is some seconds after the start: the box will be away. */
  readonly willBeAlone?: boolean;
}

/** A paired terminal at which somebody has logged in, with the articles and places kept there. */
export async function atWork(box: Pick<TestBox, "as" | "url">, options: Workplace): Promise<Handheld> {
  const { as = "user", language = "en", willBeAlone = false, ...given } = options;
  const handheld = await aHandheld({ ...given, language: "en" });
  await logIn(handheld, box, as, { language });
  await handheld.until(`${kept("articles")}.then((found) => found !== undefined && found.areHere)`);
  await handheld.until(`${kept("locations")}.then((found) => found !== undefined)`);
  // What is asked for last of what is chosen from.
  if (willBeAlone)
    await handheld.until(`${kept("answer 1 all /api/printingformats")}.then((found) => found !== undefined)`);
  return handheld;
}

/** Goes to a screen of the terminal, and waits until it is there. */
export async function show(handheld: Handheld, path: string): Promise<void> {
  await handheld.evaluate(`void (location.hash = ${JSON.stringify(path)})`);
  await handheld.until(`location.hash === ${JSON.stringify(`#${path}`)}`);
  await handheld.until("document.querySelector('main h1') !== null");
}

const OPEN = `new Promise((resolve, reject) => {
  const opening = indexedDB.open("tallybox");
  opening.onsuccess = () => resolve(opening.result);
  opening.onerror = () => reject(opening.error);
})`;

/** An expression that gives what is kept under this name. */
const kept = (name: string) => `${OPEN}.then((db) => new Promise((resolve, reject) => {
  const asked = db.transaction("values").objectStore("values").get("${name}");
  asked.onsuccess = () => { db.close(); resolve(asked.result); };
  asked.onerror = () => reject(asked.error);
}))`;
