import type { ComponentChildren } from "preact";
import styles from "./badge.module.css";
import { Icon, type IconName } from "./icon.tsx";

/** The meaning of a badge. The text or an icon tells it too, not only the colour. */
export type Tone = "neutral" | "muted" | "info" | "success" | "warning" | "danger";

interface BadgeProps {
  readonly tone?: Tone;
  readonly icon?: IconName;
  readonly children: ComponentChildren;
}

/** A state or a property in one or two words. */
export function Badge({ tone = "neutral", icon, children }: BadgeProps) {
  return (
    <span class={tone === "neutral" ? styles["badge"] : `${styles["badge"]} ${styles[tone]}`}>
      {icon !== undefined && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}
