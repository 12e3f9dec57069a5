import { z } from "zod";
import type { Box } from "../box.ts";
import { VERSION } from "../version.ts";
import { type Endpoint, open } from "./endpoint.ts";

const Version = z
  .object({ name: z.string(), version: z.string(), contractVersion: z.string() })
  .meta({ id: "Version" });
const Health = z
  .object({
    status: z.string(),
    clock: z.enum(["ok", "behind"]).describe("behind: earlier than the last write"),
  })
  .meta({ id: "Health" });

/** What anyone may ask of the box. */
export function openRoutes({ clock }: Box): Endpoint[] {
  const health = () => ({
    body: { status: "ok", clock: clock.isBehind() ? ("behind" as const) : ("ok" as const) },
  });
  return [
    open("GET", "/api/version", { summary: "Name, version and contract version", reply: Version }, () => ({
      body: VERSION,
    })),
    open("GET", "/health", { summary: "The process answers", reply: Health }, health),
    open("GET", "/health/ready", { summary: "The box takes requests", reply: Health }, health),
  ];
}
