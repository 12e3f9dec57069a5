import { FIRST_RELEASE, toFirstSchema } from "../storage/first-schema.ts";

// to-first-schema.ts FOLDER: changes the data folder of a stopped server to that of the first release.

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("the folder is missing");
toFirstSchema(folder, FIRST_RELEASE);
