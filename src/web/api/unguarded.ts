import type { EndpointName } from "./call.ts";

// Requests that change a record without the tag that was shown, or create one without a key, with the reason of each. All others
// need `withTag` or `withKey` before they can be sent.

const STATE = "the state decides: a second one is refused";
const SEEN = "`seen` names the version that was shown";
const IMMUTABLE = "what was shown never changes";

/** Endpoints whose requests need neither. */
export const UNGUARDED = {
  "PUT /api/inventories/{id}/start": STATE,
  "PUT /api/inventories/{id}/postpone": STATE,
  "PUT /api/inventories/{id}/finish": STATE,
  "PUT /api/inventories/{id}/prepare": STATE,
  "PUT /api/inventories/{id}/process": STATE,
  "PUT /api/inventories/{id}/reopen": STATE,
  "PUT /api/inventories/{id}/cancel": STATE,
  "PUT /api/inventories/{id}/waive-second-counts": STATE,
  "PUT /api/inventories/{id}/explain": "sets the settlement alone, as the user has just chosen it",
  "PUT /api/inventories/{id}/approve": SEEN,
  "PUT /api/inventories/{id}/close": SEEN,
  "PUT /api/inventories/{id}/decide": SEEN,
  "PUT /api/inventories/{id}/items/approve": SEEN,
  "PUT /api/inventories/{id}/method": SEEN,
  "PUT /api/inventories/operations/{operationId}/apply": STATE,
  "PUT /api/articledisposals/{id}/approve": STATE,
  "PUT /api/articledisposals/{id}/reject": STATE,
  "PUT /api/articleproposals/{id}/approve": STATE,
  "PUT /api/articleproposals/{id}/reject": STATE,
  "PUT /api/articletransfers/{id}/confirm": STATE,
  "PUT /api/articletransfers/{id}/reject": STATE,
  "PUT /api/custodies/{id}/end": STATE,
  "PUT /api/custodies/rejected/{id}/dismiss": IMMUTABLE,
  "PUT /api/device-auth/tokens/{id}": "sets the one property that the user has chosen",
  "DELETE /api/device-auth/tokens/{id}": "ends the pairing whatever its name and kind are",
  "DELETE /api/articlecodes/{id}": "removes the code that was shown; its text never changes",
  "DELETE /api/attachments/{oid}": IMMUTABLE,
  "DELETE /api/imports/{id}": "drops all answers, whatever they are: its question says so",
  "DELETE /api/photos/{oid}": IMMUTABLE,
  "POST /api/device-auth/generate-code": "whoever asks again wants another code",
  "DELETE /api/service-accounts/{id}/keys/{keyId}": IMMUTABLE,
  "POST /api/sample": STATE,
  "POST /api/printrequests/{oid}/cancel": STATE,
  "POST /api/printrequests/{oid}/retry": STATE,
  "POST /api/printingprinters/{id}/cancel-waiting": STATE,
  "POST /api/webhooks/{id}/deliveries/retry": "delivers again what has failed, with the same ids",
  "POST /api/webhooks/{id}/deliveries/{deliveryId}/retry": "delivers again with the same id",
} as const satisfies Partial<Record<EndpointName, string>>;

/** Why one request of an update has no tag. */
export const UNTAGGED = {
  position: "only the place in an order is sent, as the user has just set it",
  seen: SEEN,
  query: "only the one property is sent, as the user has just set it",
  isActive: "only the one property is sent, as the user has just set it",
  isDefault: "only the one property is sent, as the user has just set it",
  isHidden: "only the one property is sent, as the user has just set it",
} as const;
