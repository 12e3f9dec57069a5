import { z } from "zod";
import { VERSION } from "../version.ts";
import { type Endpoint, open } from "./endpoint.ts";

const Version = z
  .object({ name: z.string(), version: z.string(), contractVersion: z.string() })
  .meta({ id: "Version" });
const Health = z.object({ status: z.string() }).meta({ id: "Health" });

/** What anyone may ask of the box. */
export function openRoutes(): Endpoint[] {
  return [
    open("GET", "/api/version", { summary: "Name, version and contract version", reply: Version }, () => ({
      body: VERSION,
    })),
    open("GET", "/health", { summary: "The process answers", reply: Health }, () => ({
      body: { status: "ok" },
    })),
    open("GET", "/health/ready", { summary: "The box takes requests", reply: Health }, () => ({
      body: { status: "ok" },
    })),
  ];
}
