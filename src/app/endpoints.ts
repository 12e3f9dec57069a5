import { currentUserRoutes, userRoutes } from "../access/accounts/routes.ts";
import { serviceAccountRoutes } from "../access/api-keys/routes.ts";
import { deliveryRoutes, deviceRoutes } from "../access/devices/routes.ts";
import { type ConfirmPerson, makeConfirmPerson } from "../access/login/confirm-person.ts";
import { makeLogins } from "../access/login/login.ts";
import { ownSecretRoutes } from "../access/login/own-secret-routes.ts";
import { deviceLoginRoutes, loginLockRoutes, loginRoutes } from "../access/login/routes.ts";
import { restoredRoutes } from "../access/restored/routes.ts";
import { twoStepLogin } from "../access/second-factor/login.ts";
import { secondFactorLoginRoutes } from "../access/second-factor/login-routes.ts";
import { secondFactorRoutes } from "../access/second-factor/own-routes.ts";
import { secondFactorSetUp } from "../access/second-factor/set-up.ts";
import { secondFactorDependencies } from "../access/second-factor/tickets.ts";
import { sessionRoutes } from "../access/sessions/routes.ts";
import { setupRoutes } from "../access/setup/routes.ts";
import { articleCodeRoutes } from "../articles/code-routes.ts";
import { articleSearchRoutes } from "../articles/find-routes.ts";
import { fullArticleRoutes } from "../articles/full-routes.ts";
import { ownArticleRoutes } from "../articles/own-articles-routes.ts";
import { articleRoutes, changeRoutes } from "../articles/routes.ts";
import { activityRoutes } from "../audit/activity-routes.ts";
import { movementRoutes } from "../audit/movement-routes.ts";
import { auditRoutes } from "../audit/routes.ts";
import { bulkEditRoutes } from "../bulk-edit/routes.ts";
import { catalogueRoutes } from "../catalogue/routes.ts";
import { changeFeedRoutes } from "../change-feed/routes.ts";
import { clientErrorRoutes } from "../client-errors/routes.ts";
import { allCustodyRoutes } from "../custody/all-routes.ts";
import { detachConditionPhoto } from "../custody/condition-photo.ts";
import { customFieldRoutes } from "../custom-fields/routes.ts";
import { choosePerson } from "../cycle-counts/choose-kind.ts";
import { countPlanExportRoutes } from "../cycle-counts/export-routes.ts";
import { countPlanRoutes } from "../cycle-counts/routes.ts";
import { eventRoutes } from "../events/routes.ts";
import { exportRoutes } from "../exchange/export/routes.ts";
import { listedColumnNames, makeExportTable } from "../exchange/export/table-export.ts";
import { articleColumnNames } from "../exchange/import/header.ts";
import { importRoutes } from "../exchange/import/routes.ts";
import { allSitesRoutes } from "../head-office/all-sites.ts";
import { headOfficeRoutes } from "../head-office/routes.ts";
import { helpRoutes } from "../help/routes.ts";
import { type AreaEndpoint, inArea } from "../http/endpoint/areas.ts";
import type { HttpsRule } from "../http/pipeline/https-gate.ts";
import type { Ports } from "../http/server/listener.ts";
import { docsRoutes } from "../http/static/docs-routes.ts";
import { webRoutes } from "../http/static/web-routes.ts";
import { versionRoutes } from "../http/version-routes.ts";
import { addendumRoutes } from "../inventories/addenda/routes.ts";
import { reportRoutes } from "../inventories/certificate/routes.ts";
import { closePreviewRoutes } from "../inventories/closing/preview-routes.ts";
import { decisionRoutes } from "../inventories/closing/routes.ts";
import { itemCountRoutes } from "../inventories/counting/item-routes.ts";
import { countRoutes } from "../inventories/counting/routes.ts";
import { explanationRoutes } from "../inventories/explaining/routes.ts";
import { inventoryFrameRoutes } from "../inventories/frame/routes.ts";
import { itemRoutes } from "../inventories/items/routes.ts";
import { lifecycleRoutes } from "../inventories/lifecycle/routes.ts";
import { inventoryPhotoRoutes } from "../inventories/photos/routes.ts";
import { assertOpenSubject } from "../inventories/photos/subject.ts";
import { progressRoutes } from "../inventories/progress/routes.ts";
import { resultRoutes } from "../inventories/results/routes.ts";
import { inventoryRoutes } from "../inventories/routes.ts";
import { sealRoutes } from "../inventories/sealing/routes.ts";
import { jobRoutes } from "../jobs/routes.ts";
import { hasLocation } from "../locations/location.ts";
import { locationRoutes } from "../locations/routes.ts";
import { mailServerRoutes, noticeMailRoutes, ownNoticeRoutes } from "../notices/routes.ts";
import { restoreRoutes } from "../ops/backup/console/routes.ts";
import { setupRestoreRoutes } from "../ops/backup/console/setup-routes.ts";
import { restoreUploadRoutes } from "../ops/backup/console/upload-routes.ts";
import { backupRoutes } from "../ops/backup/routes.ts";
import { healthRoutes, makeHealth } from "../ops/health/health.ts";
import type { Metrics } from "../ops/health/metrics.ts";
import { serverRoutes } from "../ops/health/server-status.ts";
import type { Pair } from "../ops/standby/pair.ts";
import { findStandbyProblem } from "../ops/standby/problem.ts";
import { standbyRoutes } from "../ops/standby/routes.ts";
import { unshippedRoutes } from "../ops/standby/unshipped/routes.ts";
import type { Certificates } from "../ops/tls/certificates.ts";
import { httpsRoutes } from "../ops/tls/https-rule.ts";
import type { Machine } from "../ops/tls/machine.ts";
import { trustRoutes } from "../ops/tls/routes.ts";
import { upgradeRoutes } from "../ops/upgrade/routes.ts";
import { attachmentRoutes } from "../photos/attachment-routes.ts";
import { articlePhotoRoutes, photoRoutes } from "../photos/routes.ts";
import type { RequestLimits } from "../platform/limits.ts";
import { formatRoutes } from "../printing/formats/routes.ts";
import { makeLabelQuota, printRoutes } from "../printing/labels/print-routes.ts";
import { requestRoutes } from "../printing/labels/request-routes.ts";
import { statusRoutes } from "../printing/labels/test-label-routes.ts";
import { makePreviewQuota, previewRoutes } from "../printing/preview/routes.ts";
import { printerRoutes } from "../printing/printers/routes.ts";
import { sheetRoutes } from "../printing/sheets/sheet-routes.ts";
import { refillRoutes } from "../refill/routes.ts";
import { disposalRoutes } from "../requests/disposal-routes.ts";
import { proposalRoutes } from "../requests/proposal-routes.ts";
import { transferRoutes } from "../requests/transfer-routes.ts";
import { hasOwnClosedInventory } from "../sample/records.ts";
import { sampleRoutes } from "../sample/routes.ts";
import { savedViewRoutes } from "../saved-views/routes.ts";
import { securityLogRoutes } from "../security-log/routes.ts";
import { type BeginExport, makeBeginExport } from "../security-log/table.ts";
import { companyRoutes } from "../settings/company/routes.ts";
import { settingsRoutes } from "../settings/routes.ts";
import { newArticleRoutes } from "../stock/new-article.ts";
import { stockRoutes } from "../stock/routes.ts";
import { webhookDeliveryRoutes, webhookRoutes } from "../webhooks/routes.ts";
import type { AppDependencies } from "./dependencies.ts";
import { JOB, MERGE } from "./jobs.ts";
import type { Services } from "./services.ts";

/** Dependencies of the endpoints. */
interface EndpointDependencies extends Omit<Services, "stop"> {
  readonly dependencies: AppDependencies;
  readonly certificates: Certificates | null;
  readonly https: HttpsRule;
  readonly metrics: Metrics;
  readonly ports: Ports;
  readonly machine: Machine;
  /** Null: this server can't belong to a pair. */
  readonly pair: Pair | null;
  readonly requestLimits: RequestLimits;
  /** mDNS name of the server; null while it is not announced. */
  mdnsName(): string | null;
}

/** Lists all endpoints of the server. */
export function listEndpoints(dependencies: EndpointDependencies): AreaEndpoint[] {
  const {
    dependencies: app,
    printing,
    checks,
    restores,
    upgrades,
    imports,
    jobs,
    headOffice,
    webhooks,
    notices,
    backups,
    certificates,
    https,
    metrics,
    ports,
    machine,
    pair,
    requestLimits,
    mdnsName,
  } = dependencies;
  const health = makeHealth(app, printing);
  // Shared, so that concurrent logins count against one limit.
  const logins = makeLogins(app.storage, app.clock, app.config, app.securityLog);
  const factors = secondFactorDependencies(app, logins);
  const beginExport = makeBeginExport(app);
  const exportTable = makeExportTable(app, beginExport);
  const labelQuota = makeLabelQuota(app.clock);
  const beginPreview = makePreviewQuota(app.clock, requestLimits.previewMsPerHour);
  const { needOf } = factors;
  const twoStep = twoStepLogin(factors);
  const endpoints: AreaEndpoint[] = [
    ...inArea("server", versionRoutes()),
    ...inArea("server", webRoutes(https)),
    ...inArea("server", healthRoutes(app, health, metrics.text)),
    ...inArea(
      "server",
      serverRoutes(app, health, {
        httpPort: ports.http,
        certificates,
        machine,
        mdnsName,
        standbyProblem: () => findStandbyProblem(pair, upgrades),
        failedUpgrade: () => upgrades.failure(),
      }),
    ),
    ...inArea(
      "server",
      docsRoutes(() => endpoints),
    ),
    ...inArea("server", helpRoutes()),
    ...inArea("server", clientErrorRoutes(app)),
    ...inArea("events", eventRoutes(app)),
    ...inArea("events", changeFeedRoutes(app)),
    ...inArea("head office", headOfficeRoutes(headOffice)),
    ...inArea("head office", allSitesRoutes(app, headOffice)),
    ...inArea("server", trustRoutes(certificates, ports.http)),
    ...inArea("server", setupRoutes(app, logins)),
    ...inArea("login", loginRoutes(app, https, logins, twoStep.completeLogin, needOf)),
    ...inArea("login", currentUserRoutes(app)),
    ...inArea("login", secondFactorLoginRoutes(twoStep, secondFactorSetUp(factors))),
    ...inArea("login", secondFactorRoutes(factors)),
    ...inArea("devices", deviceRoutes(app, needOf)),
    ...inArea("devices", deviceLoginRoutes(app, https, needOf)),
    ...inArea("devices", deliveryRoutes(https, app.deviceUse)),
    ...inArea("login", sessionRoutes(app)),
    ...inArea("users", restoredRoutes(app)),
    ...inArea("users", userRoutes(app)),
    ...inArea("service accounts", serviceAccountRoutes(app)),
    ...inArea("webhooks", webhookRoutes(app, webhooks)),
    ...inArea("webhooks", webhookDeliveryRoutes(app, webhooks)),
    ...inArea("login", loginLockRoutes(app, logins)),
    ...inArea("login", ownSecretRoutes(app, logins, needOf)),
    ...inArea("catalogues", catalogueRoutes(app, MERGE)),
    ...inArea(
      "custom fields",
      customFieldRoutes(app, new Set([...articleColumnNames(), ...listedColumnNames()])),
    ),
    ...inArea("articles", articleRoutes(app)),
    ...inArea("articles", articleCodeRoutes(app)),
    ...inArea("articles", fullArticleRoutes(app)),
    ...inArea("articles", newArticleRoutes(hasLocation)),
    ...inArea("articles", articleSearchRoutes(app)),
    ...inArea("articles", changeRoutes(app)),
    ...inArea("articles", stockRoutes(app, hasLocation)),
    ...inArea("articles", bulkEditRoutes(app)),
    ...inArea("articles", ownArticleRoutes(app)),
    ...inArea("requests", disposalRoutes(app)),
    ...inArea("requests", transferRoutes(app)),
    ...inArea("requests", proposalRoutes(app)),
    ...allCustodyRoutes(app, beginExport),
    ...inArea("locations", locationRoutes(app)),
    ...inArea("refill", refillRoutes(app, beginExport)),
    ...stocktakeEndpoints(app, beginExport, makeConfirmPerson(app, logins)),
    ...inArea(
      "photos",
      photoRoutes(app, (tx, principal, photo) => {
        assertOpenSubject(tx, photo, app.config.timeZone);
        detachConditionPhoto(tx, principal, photo.oid);
      }),
    ),
    ...inArea("photos", inventoryPhotoRoutes(app)),
    ...inArea("photos", articlePhotoRoutes(app)),
    ...inArea("attachments", attachmentRoutes(app)),
    ...inArea("printing", printerRoutes(app)),
    ...inArea("printing", formatRoutes(app)),
    ...inArea("printing", previewRoutes(app, beginPreview)),
    ...inArea("printing", printRoutes(app, labelQuota)),
    ...inArea("locations", sheetRoutes(app)),
    ...inArea("printing", requestRoutes(app)),
    ...inArea("printing", statusRoutes(app, printing, labelQuota)),
    ...inArea("server", backupRoutes(app, checks, backups)),
    ...inArea("server", restoreRoutes(app, restores, logins, backups.keys)),
    ...inArea("server", setupRestoreRoutes(app, restores)),
    ...inArea("server", restoreUploadRoutes(app, restores)),
    ...inArea("server", upgradeRoutes(app, upgrades)),
    ...inArea("server", standbyRoutes(app, pair)),
    ...inArea("server", unshippedRoutes(app, pair, beginExport, exportTable)),
    ...inArea("settings", settingsRoutes(app)),
    ...inArea("settings", companyRoutes(app, hasOwnClosedInventory)),
    ...inArea("saved views", savedViewRoutes(app)),
    ...inArea("notices", mailServerRoutes(app, notices)),
    ...inArea("notices", ownNoticeRoutes(app)),
    ...inArea("notices", noticeMailRoutes(app, notices)),
    ...inArea("settings", httpsRoutes(app, https)),
    ...inArea("audit", auditRoutes(app)),
    ...movementRoutes(app, beginExport),
    ...inArea("articles", activityRoutes(app)),
    ...inArea("audit", securityLogRoutes(app, beginExport)),
    ...inArea("import and export", importRoutes(imports, app.storage.db)),
    ...inArea("import and export", exportRoutes(app, exportTable)),
    ...inArea("import and export", sampleRoutes(app)),
    ...inArea("jobs", jobRoutes(app, jobs, JOB)),
  ];
  return endpoints;
}

/** The endpoints of stocktakes and of the plans that make them. */
function stocktakeEndpoints(
  app: AppDependencies,
  beginExport: BeginExport,
  confirmPerson: ConfirmPerson,
): AreaEndpoint[] {
  return [
    ...inArea("inventories", inventoryRoutes(app)),
    ...inArea("count plans", countPlanRoutes(app)),
    ...inArea("import and export", countPlanExportRoutes(app, beginExport)),
    ...inArea("inventories", inventoryFrameRoutes(app)),
    ...inArea("inventories", explanationRoutes(app)),
    ...inArea("inventories", lifecycleRoutes(app, choosePerson)),
    ...inArea("inventories", reportRoutes(app, beginExport)),
    ...inArea("inventories", sealRoutes(app, beginExport)),
    ...inArea("inventories", addendumRoutes(app, beginExport, confirmPerson)),
    ...inArea("inventories", decisionRoutes(app)),
    ...inArea("inventories", closePreviewRoutes(app)),
    ...inArea("inventories", itemRoutes(app)),
    ...inArea("inventories", resultRoutes(app)),
    ...inArea("inventories", itemCountRoutes(app)),
    ...inArea("inventories", countRoutes(app)),
    ...inArea("inventories", progressRoutes(app)),
  ];
}
