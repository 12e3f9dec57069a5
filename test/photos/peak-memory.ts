import { readPicture } from "../../src/photos/picture.ts";
import { grainy } from "./samples.ts";

// Reads the picture at the given path so many times at once; prints the result of each, and by how many megabytes
// the process grew at most.
const [path = "", times] = process.argv.slice(2);
await readPicture(await grainy(64, 64).jpeg().toBuffer());
const peak = () => process.resourceUsage().maxRSS / 1024;
const before = peak();
const readings = Array.from({ length: Number(times) }, () =>
  readPicture(path).then(
    ({ extension }) => extension,
    (error: Error) => error.name,
  ),
);
const outcomes = await Promise.all(readings);
process.stdout.write(JSON.stringify({ outcomes, grown: peak() - before }));
