// The headers of a proxy on this machine for a client on another one: for a server with HTTP_TRUSTED_PROXIES=127.0.0.1.

/** From another host, over plain HTTP. */
export const ELSEWHERE = { "X-Forwarded-For": "192.168.1.20" };

/** From another host, over HTTPS. */
export const SECURELY = { ...ELSEWHERE, "X-Forwarded-Proto": "https" };
