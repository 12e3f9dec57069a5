import type { Dependencies } from "../../../http/dependencies.ts";
import { concurrencyLimit } from "../../../platform/concurrency-limit.ts";
import type { Db } from "../../../storage/database/statement.ts";
import type { RepositoryAccess } from "../restic/destination.ts";
import { RepositoryError } from "../restic/failures.ts";
import { connect, failureOf } from "./connect.ts";
import type { BackupService } from "./service.ts";
import type { BackupTarget } from "./shapes.ts";
import { accessTo, getTarget, type Target } from "./targets.ts";
import { targetView, type ViewContext } from "./views.ts";

/** Requests that wait for a target, which may take a minute each. */
const CONNECTIONS = { running: 2, waiting: 4 };

/** What the endpoints of targets share. */
export interface TargetContext extends ViewContext {
  readonly dataFolder: string;
  /** A target as the API shows it. `db`: the transaction that changes it. Throws NotFound. */
  viewOf(oid: number, db?: Db): BackupTarget;
  /** Opens a repository; with `create` it is made. Rejects with RepositoryError, and with Unavailable where too many wait. */
  open(access: RepositoryAccess, create: boolean): Promise<void>;
  /** Opens the repository of a target. Null: it can be used. */
  test(target: Target): Promise<RepositoryError | null>;
}

/** Makes the shared part of the endpoints. */
export function targetContext(
  { storage, clock }: Pick<Dependencies, "storage" | "clock">,
  service: BackupService,
): TargetContext {
  const { keys, timeZone } = service;
  const limited = concurrencyLimit(CONNECTIONS.running, CONNECTIONS.waiting);
  const view: ViewContext = { db: storage.db, keys, clock, timeZone, activity: service };
  const open = (access: RepositoryAccess, create: boolean) =>
    limited(() => connect(storage.folder, access, create));
  return {
    ...view,
    dataFolder: storage.folder,
    viewOf: (oid, db = storage.db) => targetView({ ...view, db }, getTarget(db, oid)),
    open,
    async test(target) {
      const access = accessTo(target, keys);
      return access === null ? new RepositoryError("secret", "") : failureOf(open(access, false));
    },
  };
}
