import { readFileSync } from "node:fs";
import { join } from "node:path";
import { call, hasMetric, tokenOf, until } from "./calls.ts";

/** Makes the empty server with this folder the standby of the other one, and waits until it follows. Returns the promotion code. */
export async function joinPair(primary: string, standby: string, standbyFolder: string): Promise<string> {
  const admin = await tokenOf(primary, "admin");
  const pairing = await call(primary, "POST", "/api/standby/pairing", admin, {});
  const code = readFileSync(join(standbyFolder, "setup-code"), "utf8").trim();
  await call(standby, "POST", "/api/setup/standby", null, { code, pairing: pairing["text"] });
  await untilComplete(primary);
  return String(pairing["promotionCode"]);
}

/** Waits until the standby follows its primary closely. */
export async function untilComplete(primary: string): Promise<void> {
  await until(
    async () =>
      (await hasMetric(primary, /^tallybox_standby_connected 1$/m)) &&
      (await hasMetric(primary, /^tallybox_standby_lag_seconds (0|0\.\d+|1\.\d+)$/m)),
    "the standby follows",
  );
}
