import { call } from "./call.ts";

/** Disposal requests, newest first, at most 100; next page: `before=<oid>`. */
export const listDisposalRequests = call("GET /api/articledisposals");
/** Requests the disposal of an article. */
export const createDisposalRequest = call("POST /api/articledisposals");
/** Transfer requests, newest first, at most 100; next page: `before=<oid>`. */
export const listTransferRequests = call("GET /api/articletransfers");
/** Requests the transfer of an article. */
export const createTransferRequest = call("POST /api/articletransfers");
/** Pending and rejected asset proposals, newest first, at most 100. */
export const listAssetProposals = call("GET /api/articleproposals");
