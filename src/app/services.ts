import { ensureSetupCode } from "../access/setup/setup.ts";
import { hasUsers } from "../access/users/users.ts";
import { startCountPlans } from "../cycle-counts/service.ts";
import { createImports } from "../exchange/import/imports.ts";
import { HeadOffice } from "../head-office/head-office.ts";
import { watchLateArticles } from "../inventories/counting/late.ts";
import { startSealing } from "../inventories/sealing/sealing.ts";
import { JobEngine } from "../jobs/engine.ts";
import { endOwnership } from "../master-data/stored.ts";
import { makeNotices } from "../notices/sending.ts";
import { SelfChecks } from "../ops/backup/check/self-check.ts";
import { RestorePlans } from "../ops/backup/console/plans.ts";
import { startBackupReports } from "../ops/backup/reported/backup-reports.ts";
import { BackupService } from "../ops/backup/targets/service.ts";
import { SERVICE_PLACES } from "../ops/upgrade/places.ts";
import { Upgrades } from "../ops/upgrade/upgrades.ts";
import { flushLog } from "../platform/log.ts";
import { queueLimits } from "../printing/queue/limits.ts";
import { PrintQueue } from "../printing/queue/print-queue.ts";
import { startRefill } from "../refill/service.ts";
import { makeWebhooks } from "../webhooks/dispatch.ts";
import type { AppDependencies } from "./dependencies.ts";
import { JOB_KINDS } from "./jobs.ts";
import { startMaintenance } from "./maintenance.ts";
import type { ApplianceOptions } from "./runtime.ts";

/** The background services of a running server. */
export type Services = ReturnType<typeof makeServices> & { stop(): Promise<void> };

/** Makes the background services, and starts them unless the server accepts no changes. */
export async function startServices(
  app: AppDependencies,
  options: ApplianceOptions,
  baseUrl: () => string,
): Promise<Services> {
  const services = makeServices(app, options, baseUrl);
  const { printing, checks, restores, upgrades, imports, jobs } = services;
  const stopActive = isReadOnly(options) ? null : await startActive(app, options, services);
  return {
    ...services,
    async stop() {
      await stopActive?.();
      await jobs.stop();
      await checks.stop();
      await restores.stop();
      upgrades.stop();
      await imports.stop();
      await printing.stop();
    },
  };
}

/** True where the pair of the server does not permit changes (ops/standby/). */
export function isReadOnly({ pair }: ApplianceOptions): boolean {
  return pair !== undefined && ["asking", "superseded"].includes(pair.mode);
}

function makeServices(app: AppDependencies, options: ApplianceOptions, baseUrl: () => string) {
  const { config, secrets, printLimits, jobRetryMs } = options;
  const limits = printLimits ?? queueLimits(config.printing.giveUpMinutes, config.printing.stallMinutes);
  const jobs = new JobEngine({ ...app, ...(jobRetryMs !== undefined && { retryMs: jobRetryMs }) }, JOB_KINDS);
  const headOffice =
    secrets.headOffice &&
    new HeadOffice(app, secrets.headOffice, options.officeRetryMs, options.masterDataPollMs);
  return {
    printing: new PrintQueue(app, limits),
    checks: new SelfChecks(app),
    restores: new RestorePlans(app, options.onRestart),
    upgrades: new Upgrades(app, options.upgradePlaces ?? SERVICE_PLACES),
    imports: createImports(app, jobs),
    jobs,
    /** Null: there is none. */
    headOffice,
    webhooks: makeWebhooks(app, options.webhooks),
    notices: makeNotices(app, { timeZone: config.timeZone, baseUrl }),
    backups: new BackupService(app, config.timeZone, options.backups),
  };
}

/** Starts the services that act on their own. Returns the function that stops them. */
async function startActive(
  app: AppDependencies,
  { config, sealRetryMs }: ApplianceOptions,
  { printing, jobs, headOffice, webhooks, notices, backups }: ReturnType<typeof makeServices>,
): Promise<() => Promise<void>> {
  await printing.start();
  await app.photos.sweep();
  const maintenance = startMaintenance(app, jobs);
  const reports = startBackupReports(app);
  await jobs.resume();
  notices.start();
  if (headOffice === null) await endOwnership(app.storage);
  headOffice?.start();
  webhooks.start();
  backups.start();
  const refill = startRefill(app);
  const lateArticles = watchLateArticles(app);
  const sealing = startSealing(app, sealRetryMs);
  const countPlans = startCountPlans(app, jobs, config.timeZone);
  return async () => {
    await countPlans.stop();
    await sealing.stop();
    await refill.stop();
    await lateArticles.stop();
    await backups.stop();
    await headOffice?.stop();
    await webhooks.stop();
    await notices.stop();
    await jobs.stop();
    maintenance.stop();
    await reports.stop();
  };
}

/** Logs the code for the set-up of a server without users. */
export function logSetupCode({ storage, log }: AppDependencies): void {
  if (hasUsers(storage.db)) return;
  log.warn({ setupCode: ensureSetupCode(storage.folder) }, "set up the server with this code");
  flushLog(log);
}
