import { call } from "./call.ts";

/** Log in with user name and password. */
export const loginByPassword = call("POST /api/pwa-auth/login-password");
/** Log in with user name and PIN. */
export const loginByNameAndPin = call("POST /api/pwa-auth/login-pin");
/** New tokens for a token that expired less than 24 hours ago. */
export const refreshTokens = call("POST /api/pwa-auth/refresh");
/** Checks a PIN at a terminal. */
export const loginAtTerminal = call("POST /api/pda/users/login");
/** A submission token for a login by PIN at a paired device that began without one. */
export const createSubmissionToken = call("POST /api/pda/users/submission-token");
/** The user of the token. */
export const getCurrentUser = call("GET /api/me");
/** The active users, for terminals; with `all=true` all users, each with `isActive`. */
export const listTerminalUsers = call("GET /api/pda/users");
/** The second step of a login. */
export const verifySecondFactor = call("POST /api/pwa-auth/second-factor");
/** Ends the session of the token: all tokens of this login stop working at once. */
export const logout = call("POST /api/pwa-auth/logout");
/** Changes the caller's password or PIN. */
export const changeOwnSecrets = call("PUT /api/me/secrets");
