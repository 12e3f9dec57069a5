import { z } from "zod";

/** State of a download by a link. */
export const Download = z
  .object({
    id: z.int(),
    state: z
      .enum(["waiting", "refused", "sending", "whole", "broken"])
      .describe(
        "refused: two backups were being sent already, the link stays valid; broken: the file in the browser is incomplete",
      ),
    bytes: z.int().nullable().describe("size of the whole file; null: not started yet"),
    sentBytes: z.int(),
  })
  .meta({ id: "BackupDownload" });
/** The same as a type. */
export type Download = z.output<typeof Download>;

/** A new download with its link, which is sent only once. */
export const DownloadLink = Download.extend({
  url: z.string().describe("works once, for a minute, without a token"),
  expiresAt: z.iso.datetime(),
}).meta({ id: "BackupLink" });
/** The same as a type. */
export type DownloadLink = z.output<typeof DownloadLink>;
