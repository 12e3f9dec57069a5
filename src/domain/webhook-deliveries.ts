/** States of a delivery. `failed`: it is no longer tried. */
export const DELIVERY_STATES = ["waiting", "sent", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why an attempt failed. */
export const DELIVERY_ERRORS = [
  /** The address is the server itself, or one that webhooks must not reach. */
  "address",
  /** The host name can't be resolved. */
  "name",
  "connection",
  /** The certificate of the receiver, or its TLS. */
  "tls",
  "timeout",
  /** The status is none of 200 to 299. */
  "status",
  /** Redirections are not followed. */
  "redirect",
  /** The secret can't be decrypted. */
  "secret",
] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/** Why a webhook sends nothing. `gone`: the receiver responded with 410. */
export const PAUSE_REASONS = ["user", "gone", "restored"] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];
