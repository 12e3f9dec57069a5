import { deliveryRoutes } from "./access/delivery-routes.ts";
import { deviceRoutes } from "./access/device-routes.ts";
import { exchangeRoutes } from "./access/exchange-routes.ts";
import { makeLogins } from "./access/login.ts";
import { loginRoutes } from "./access/login-routes.ts";
import { restoredRoutes } from "./access/restored-routes.ts";
import { twoStepLogin } from "./access/second-factor/login.ts";
import { secondFactorLoginRoutes } from "./access/second-factor/login-routes.ts";
import { secondFactorRoutes } from "./access/second-factor/own-routes.ts";
import { secondFactorParts } from "./access/second-factor/parts.ts";
import { secondFactorSetUp } from "./access/second-factor/set-up.ts";
import { sessionRoutes } from "./access/session-routes.ts";
import { setupRoutes } from "./access/setup-routes.ts";
import { ownSecretRoutes } from "./access/user-own-routes.ts";
import { userRoutes } from "./access/user-routes.ts";
import { changeRoutes } from "./articles/change-routes.ts";
import { articleFindRoutes } from "./articles/find-routes.ts";
import { fullArticleRoutes } from "./articles/full-routes.ts";
import { mineRoutes } from "./articles/mine-routes.ts";
import { placeRoutes } from "./articles/place-routes.ts";
import { articleRoutes } from "./articles/routes.ts";
import { auditRoutes } from "./audit/routes.ts";
import { backupRoutes } from "./backup/routes.ts";
import type { SelfChecks } from "./backup/self-check.ts";
import type { Box } from "./box.ts";
import { catalogueRoutes } from "./catalogue/routes.ts";
import { eventRoutes } from "./events/routes.ts";
import { exportRoutes } from "./export/routes.ts";
import { boxRoutes } from "./health/box-routes.ts";
import { makeHealth } from "./health/health.ts";
import type { Metrics } from "./health/metrics.ts";
import { healthRoutes } from "./health/routes.ts";
import { docsRoutes } from "./http/docs-routes.ts";
import type { Endpoint } from "./http/endpoint.ts";
import { openRoutes } from "./http/open-routes.ts";
import type { Ports } from "./http/ports.ts";
import { webRoutes } from "./http/web-routes.ts";
import type { Imports } from "./import/imports.ts";
import { importRoutes } from "./import/routes.ts";
import { itemRoutes } from "./inventories/item-routes.ts";
import { lifeRoutes } from "./inventories/life-routes.ts";
import { countRoutes } from "./inventories/operations/routes.ts";
import { progressRoutes } from "./inventories/progress-routes.ts";
import { resultRoutes } from "./inventories/results/routes.ts";
import { inventoryRoutes } from "./inventories/routes.ts";
import { locationRoutes } from "./locations/routes.ts";
import { photoRoutes } from "./photos/routes.ts";
import { photoSubjectRoutes } from "./photos/subject-routes.ts";
import { formatRoutes } from "./printing/format-routes.ts";
import { previewRoutes } from "./printing/preview-routes.ts";
import { printRoutes } from "./printing/print-routes.ts";
import { printerRoutes } from "./printing/printer-routes.ts";
import type { PrintLoop } from "./printing/queue/loop.ts";
import { requestRoutes } from "./printing/request-routes.ts";
import { statusRoutes } from "./printing/status-routes.ts";
import { disposalRoutes } from "./requests/disposal-routes.ts";
import { proposalRoutes } from "./requests/proposal-routes.ts";
import { transferRoutes } from "./requests/transfer-routes.ts";
import { sampleRoutes } from "./sample/routes.ts";
import { securityLogRoutes } from "./security-log/routes.ts";
import { settingsRoutes } from "./site/routes.ts";
import { httpsRoutes } from "./trust/https-routes.ts";
import type { HttpsRule } from "./trust/https-rule.ts";
import type { Machine } from "./trust/machine.ts";
import { trustRoutes } from "./trust/routes.ts";
import type { Trust } from "./trust/trust.ts";

/** What the endpoints are made of beside the box. */
export interface Parts {
  readonly box: Box;
  readonly printing: PrintLoop;
  readonly checks: SelfChecks;
  readonly imports: Imports;
  readonly trust: Trust | null;
  readonly https: HttpsRule;
  readonly metrics: Metrics;
  readonly ports: Ports;
  readonly machine: Machine;
  /** The box's name in the network; null while it is not announced. */
  mdnsName(): string | null;
}

/** Every endpoint of the box. */
export function endpointsOf(parts: Parts): Endpoint[] {
  const { box, printing, checks, imports, trust, https, metrics, ports, machine, mdnsName } = parts;
  const health = makeHealth(box, printing);
  // One for all who look at secrets: a guess under way anywhere counts everywhere.
  const logins = makeLogins(box.storage, box.clock, box.securityLog);
  const factors = secondFactorParts(box, logins);
  const { needOf } = factors;
  const twoStep = twoStepLogin(factors);
  const endpoints: Endpoint[] = [
    ...openRoutes(),
    ...webRoutes(https),
    ...healthRoutes(box, health, metrics.text),
    ...boxRoutes(box, health, { httpPort: ports.http, trust, machine, mdnsName }),
    ...docsRoutes(() => endpoints),
    ...eventRoutes(box),
    ...trustRoutes(trust, ports.http),
    ...setupRoutes(box),
    ...loginRoutes(box, https, logins, twoStep, needOf),
    ...secondFactorLoginRoutes(twoStep, secondFactorSetUp(factors)),
    ...secondFactorRoutes(factors),
    ...deviceRoutes(box, needOf),
    ...exchangeRoutes(box, https, needOf),
    ...deliveryRoutes(https),
    ...sessionRoutes(box),
    ...restoredRoutes(box),
    ...userRoutes(box, logins),
    ...ownSecretRoutes(box, logins, needOf),
    ...catalogueRoutes(box),
    ...articleRoutes(box),
    ...fullArticleRoutes(box),
    ...articleFindRoutes(box),
    ...changeRoutes(box),
    ...placeRoutes(box),
    ...mineRoutes(box),
    ...disposalRoutes(box),
    ...transferRoutes(box),
    ...proposalRoutes(box),
    ...locationRoutes(box),
    ...inventoryRoutes(box),
    ...lifeRoutes(box),
    ...resultRoutes(box),
    ...itemRoutes(box),
    ...countRoutes(box),
    ...progressRoutes(box),
    ...photoRoutes(box),
    ...photoSubjectRoutes(box),
    ...printerRoutes(box),
    ...formatRoutes(box),
    ...previewRoutes(box),
    ...printRoutes(box),
    ...requestRoutes(box),
    ...statusRoutes(box, printing),
    ...backupRoutes(box, checks),
    ...settingsRoutes(box),
    ...httpsRoutes(box, https),
    ...auditRoutes(box),
    ...securityLogRoutes(box),
    ...importRoutes(imports),
    ...exportRoutes(box),
    ...sampleRoutes(box),
  ];
  return endpoints;
}
