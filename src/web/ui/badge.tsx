import type { ComponentChildren } from "preact";
import styles from "./badge.module.css";
import { Icon, type IconName } from "./icon.tsx";

/** What a badge tells of: the colour never tells it alone, the text or the icon does too. */
export type Tone = "neutral" | "muted" | "info" | "success" | "warning" | "danger";

interface BadgeProps {
  readonly tone?: Tone;
  readonly icon?: IconName;
  readonly children: ComponentChildren;
}

/** A state or a property in a word or two. */
export function Badge({ tone = "neutral", icon, children }: BadgeProps) {
  return (
    <span class={tone === "neutral" ? styles["badge"] : `${styles["badge"]} ${styles[tone]}`}>
      {icon !== undefined && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}
