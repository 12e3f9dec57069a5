import { z } from "zod";
import { namedObject } from "../../http/endpoint/named-object.ts";
import { UNAVAILABLE } from "./places.ts";
import { ACTIONS } from "./record.ts";

const version = () => z.string().describe("three numbers, `1.2.3`");

/** The body of GET /api/upgrade. */
export const UpgradeState = namedObject("UpgradeState", {
  installed: version(),
  isAvailable: z.boolean().describe("this server can be upgraded from the console"),
  unavailableReason: z
    .enum(UNAVAILABLE)
    .nullable()
    .describe(
      "`notService`: not installed as a service of this machine; `noKeys`: installed with `--unsigned`, so no key of releases is stored",
    ),
  previous: z
    .object({
      version: version(),
      canReturn: z.boolean(),
      keepsData: z
        .boolean()
        .describe("it can use the present data; false: it gets those from before the last upgrade"),
      earlierDataDT: z.iso
        .datetime()
        .nullable()
        .describe("time of the data from before the last upgrade; null: they are no longer there"),
      lost: z
        .object({ changes: z.int(), counts: z.int() })
        .nullable()
        .describe(
          "what was written since then, of all tenants, and would be lost to the previous version; 10 000 stands for more. Null: nothing",
        ),
    })
    .nullable()
    .describe("the previous version on this machine; null: there is none"),
  bundle: z
    .object({ name: z.string(), bytes: z.int(), version: version(), uploadedDT: z.iso.datetime() })
    .nullable()
    .describe("the uploaded bundle, or the one copied from a folder; null: there is none"),
  folderBundles: z
    .array(
      namedObject("FolderBundle", {
        targetId: z.int().describe("`oid` of the target of backups"),
        targetName: z.string(),
        name: z.string().describe("of the file"),
        bytes: z.int(),
        version: version(),
      }),
    )
    .nullable()
    .describe(
      "newer bundles for this machine at the top of the folders that are targets of backups, the newest first, 24 at most; read every 30 seconds, when this is asked for. Null: not known yet",
    ),
  progress: z
    .object({
      action: z.enum(ACTIONS),
      version: version().nullable().describe("null: not known yet"),
      step: z
        .string()
        .describe(
          "`requested`, `checking`, `unpacking`, `copying`, `trying`, `switching`; another one is of a later version. The server does not respond from `trying` on",
        ),
      startedDT: z.iso.datetime(),
    })
    .nullable()
    .describe("the running request; null: none"),
  lastResult: z
    .object({
      action: z.enum(ACTIONS).nullable().describe("null: the request was not understood"),
      version: version().nullable().describe("the version that was to run; null: not known"),
      isDone: z.boolean(),
      isSeen: z.boolean().describe("it succeeded, or an Admin has marked its failure as seen"),
      message: z.string().describe("the result in one or two sentences"),
      detail: z.string().nullable().describe("the last line of the scripts, in English"),
      at: z.iso.datetime(),
    })
    .nullable()
    .describe(
      "the result of the last request; null: there was none, or it failed and its version or a newer one was installed by command since then",
    ),
});
export type UpgradeState = z.output<typeof UpgradeState>;
