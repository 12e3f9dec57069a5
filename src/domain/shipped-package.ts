/** A third-party package in the release, from licences.json of the built client. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** As the package states it, mostly an SPDX identifier; null: not stated. */
  readonly licence: string | null;
  /** Null: the package contains no licence text. */
  readonly text: string | null;
}
