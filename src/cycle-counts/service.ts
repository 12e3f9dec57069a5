import { State } from "../domain/inventory-states.ts";
import { type LocalHour, localHour } from "../domain/local-time.ts";
import type { Dependencies } from "../http/dependencies.ts";
import type { JobService } from "../http/pipeline/job-service.ts";
import { assertState, getInventory } from "../inventories/inventory.ts";
import { unfinishedJobOf } from "../jobs/job.ts";
import type { Tx } from "../storage/database/statement.ts";
import { CHOOSE } from "./choose-kind.ts";
import { selectionIn } from "./plan.ts";
import * as store from "./plan-store.ts";
import { dueDateOf, ownerOf, runPlan } from "./runs.ts";

const TICK_MS = 1000;

/** Makes the stocktakes of the plans that are due. */
interface CountPlanService {
  stop(): Promise<void>;
}

/** Starts the service. It looks again at each full hour of the time zone, and after a change of a plan or a stocktake. */
export function startCountPlans(
  { storage, clock, log }: Dependencies,
  jobs: Pick<JobService, "start">,
  timeZone: string,
): CountPlanService {
  const { db } = storage;
  const hourOf = localHour(timeZone);
  let looked = "";
  let isStopping = false;
  let running: Promise<void> | null = null;
  const removeListener = storage.onChange(["countPlan", "countPlanRun"], () => {
    looked = "";
  });

  const look = async (now: LocalHour) => {
    for (const plan of store.active.all(db, {})) {
      if (isStopping) return;
      const due = dueDateOf(db, plan, now, hourOf);
      if (due === null) continue;
      const { tenantId, oid } = plan;
      const work = storage.write(tenantId, (tx) => {
        const current = store.record.first(tx, { tenantId, oid });
        // It may have been changed since.
        if (current?.isPaused === 0 && dueDateOf(tx, current, now, hourOf) === due) runPlan(tx, current, due);
      });
      // The other plans are run all the same.
      await work.catch((error: unknown) => log.error({ err: error, plan: oid }, "a count plan was not run"));
    }
    await prepareMade();
  };
  /** Prepares what was made, also before a crash. */
  const prepareMade = async () => {
    for (const { tenantId, inventoryId, seed, selection, ownerId } of store.unprepared.all(db, {})) {
      if (isStopping) return;
      if (unfinishedJobOf(db, tenantId, inventoryId, [CHOOSE.name]) !== null) continue;
      const principal = ownerOf({ tenantId, ownerId });
      const to = State.WaitingForStart;
      const choice = {
        kind: CHOOSE,
        input: { inventoryId, tenantId, principal, to, selection: selectionIn(selection), seed },
        subjectId: inventoryId,
      };
      // It may have been cancelled since.
      const check = (tx: Tx) =>
        assertState(getInventory(tx, tenantId, inventoryId).inventoryStateId, [State.Preparation]);
      // The other stocktakes are prepared all the same.
      await jobs
        .start(principal, null, choice, { check })
        .catch((error: unknown) =>
          log.error({ err: error, inventory: inventoryId }, "a stocktake of a count plan was not prepared"),
        );
    }
  };
  const tick = () => {
    const now = hourOf(clock.now());
    const hour = `${now.date} ${now.hour}`;
    if (running !== null || hour === looked) return;
    looked = hour;
    running = look(now)
      .catch((error: unknown) =>
        log.error({ err: error }, "count plans were not run; the next try is in an hour"),
      )
      .finally(() => {
        running = null;
      });
  };
  const stopTicks = clock.every(TICK_MS, tick);
  return {
    async stop() {
      isStopping = true;
      stopTicks();
      removeListener();
      await running;
    },
  };
}
