import { call } from "../call.ts";

// Calls of the console about notices by e-mail.

/** The mail server that sends notices, without its password. */
export const getMailServer = call("GET /api/settings/mail-server");
/** Changes the mail server; absent properties keep their values. */
export const updateMailServer = call("PUT /api/settings/mail-server");
/** Sends a test e-mail to the caller's own address. */
export const testMailServer = call("POST /api/settings/mail-server/test");
/** E-mails of notices that could not be delivered. */
export const listNoticeMails = call("GET /api/notices/mails");
/** Tries to send an e-mail again, for three days from now. */
export const retryNoticeMail = call("PUT /api/notices/mails/{id}/retry");
/** Removes an e-mail that could not be delivered. */
export const deleteNoticeMail = call("DELETE /api/notices/mails/{id}");
/** The caller's address and choice of notices. */
export const getOwnNotices = call("GET /api/me/notices");
/** Changes the caller's address and choice of notices. */
export const updateOwnNotices = call("PUT /api/me/notices");
