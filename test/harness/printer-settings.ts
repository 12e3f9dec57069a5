import type { Environment } from "../../src/platform/config.ts";

/** The demo's settings: the tests' printers listen on free ports of loopback. */
export const ANY_LOCAL_PRINTER = {
  PRINTING_ALLOWED_PORTS: "1-65535",
  PRINTING_ALLOW_LOOPBACK: "true",
} satisfies Environment;
