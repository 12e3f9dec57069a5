import { call } from "../call.ts";

// Calls of the console. The terminal does not load them.

/** One disposal request. */
export const getDisposalRequest = call("GET /api/articledisposals/{id}");
/** Approves the request: the article becomes Disposed and loses its stock. */
export const approveDisposalRequest = call("PUT /api/articledisposals/{id}/approve");
/** Rejects the request. The author sees the reason. */
export const rejectDisposalRequest = call("PUT /api/articledisposals/{id}/reject");
/** One transfer request. */
export const getTransferRequest = call("GET /api/articletransfers/{id}");
/** Confirms the request and moves the article. */
export const confirmTransferRequest = call("PUT /api/articletransfers/{id}/confirm");
/** Rejects the request. The author sees the reason. */
export const rejectTransferRequest = call("PUT /api/articletransfers/{id}/reject");
/** One asset proposal: the caller's own, or any for Manager and Admin. */
export const getAssetProposal = call("GET /api/articleproposals/{id}");
/** Approves the proposal: the article gets a code and the state In use. */
export const approveAssetProposal = call("PUT /api/articleproposals/{id}/approve");
/** Rejects the proposal: the article is deleted. The author sees the reason. */
export const rejectAssetProposal = call("PUT /api/articleproposals/{id}/reject");
