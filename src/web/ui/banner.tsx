import type { JSX } from "preact";
import styles from "./banner.module.css";

interface BannerProps extends Omit<JSX.IntrinsicElements["div"], "class"> {
  /** Omitted: neutral. */
  readonly tone?: "success" | "warning" | "danger" | undefined;
  /** A class for its place in the layout. */
  readonly class?: string;
}

/** A message in a box, within a screen or above it. It is read out only with a `role`. */
export function Banner({ tone, class: own = "", ...given }: BannerProps) {
  return <div {...given} data-tone={tone} class={`${styles["banner"]} ${own}`} />;
}
