import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../torture/random.ts";
import { hasMetric, until } from "./calls.ts";
import type { CountingTerminal } from "./counting-terminal.ts";
import type { KillableMachine } from "./killable-machine.ts";

/** How a machine fails. A pulled cable needs a network of its own. */
export type Failure = "process" | "power" | "cable" | "freeze";

const HEARD = /^tallybox_standby_epoch 2$/m;

/** Lets the machine fail for a while. It works again when this resolves. */
export async function fail(failure: Failure, machine: KillableMachine, random: Random): Promise<void> {
  await sleep(random.between(0, 800));
  const ms = random.between(200, 2700);
  if (failure === "freeze") return machine.freeze(ms);
  if (failure === "cable") {
    await machine.unplug();
    await sleep(ms);
    return machine.plugIn();
  }
  await (failure === "power" ? machine.cutPower() : machine.kill());
  await machine.start();
}

/** Lets the primary fail for good. */
export function failForGood(failure: Failure, primary: KillableMachine): Promise<void> {
  if (failure === "cable") return primary.unplug();
  return failure === "power" ? primary.cutPower() : primary.kill();
}

/**
 * Brings the former primary back, while `probe` tries to count on it all the time. Returns the counts that it must not have taken: any
 * after a start, and after a pulled cable those since it has heard of the promotion.
 */
export async function returnFormer(
  failure: Failure,
  primary: KillableMachine,
  probe: CountingTerminal,
): Promise<number> {
  let taken = 0;
  let isBack = false;
  const tryToCount = async () => {
    if (await probe.count(primary.url)) taken++;
  };
  const probing = (async () => {
    for (; !isBack; await sleep(5)) await tryToCount();
  })();
  await (failure === "cable" ? primary.plugIn() : primary.start());
  await until(() => hasMetric(primary.url, HEARD), "the former primary has heard of the promotion");
  isBack = true;
  await probing;
  // Whoever was cut off only could not know.
  if (failure === "cable") taken = 0;
  for (let i = 0; i < 20; i++) await tryToCount();
  return taken;
}
