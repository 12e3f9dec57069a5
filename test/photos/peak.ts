import { readPicture } from "../../src/photos/picture.ts";
import { grainy } from "./samples.ts";

// Prints by how many megabytes the process grew at most while it read the picture whose path it is given.
await readPicture(await grainy(64, 64).jpeg().toBuffer());
const peak = () => process.resourceUsage().maxRSS / 1024;
const before = peak();
const [path = ""] = process.argv.slice(2);
const outcome = await readPicture(path).then(
  ({ extension }) => extension,
  (error: Error) => error.name,
);
process.stdout.write(JSON.stringify({ outcome, grown: peak() - before }));
