import { verifyCopy } from "../check/verify-copy.ts";

// Process of a proof: `node proof-process.ts FOLDER SCRATCH TIME CHANGE` prints one line of JSON. TIME: start of the backup, ISO
// 8601; CHANGE: number of the last change before it.

const MAX_PROBLEMS = 5;

const [folder = "", scratch = "", time = "", change = ""] = process.argv.slice(2);
const { contents, problems } = await verifyCopy(folder, scratch, () => {}, Date.parse(time));
const lost =
  contents !== null && contents.change < Number(change)
    ? [`the last change in it is ${contents.change}, but ${change} was made before the backup began`]
    : [];
process.stdout.write(
  `${JSON.stringify({
    upToDT: contents?.at ?? null,
    problems: [...lost, ...problems.first].slice(0, MAX_PROBLEMS),
    total: lost.length + problems.count(),
  })}\n`,
);
