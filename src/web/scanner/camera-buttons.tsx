import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { reportError } from "../errors/report-error.ts";
import { number, t } from "../i18n/translate.ts";
import { Button, IconButton } from "../ui/button.tsx";
import {
  applySettings,
  type CameraSettings,
  chosenSettings,
  controlsOf,
  INITIAL_SETTINGS,
  type ZoomLevel,
} from "./camera-controls.ts";

type Control = "torch" | "zoom";

/** Buttons for torch and zoom, where the camera supports them. A control that failed is disabled. */
export function CameraButtons({ stream }: { readonly stream: MediaStream }) {
  const controls = useMemo(() => controlsOf(stream), [stream]);
  const [settings, setSettings] = useState(INITIAL_SETTINGS);
  const [failed, setFailed] = useState<readonly Control[]>([]);
  const latestFailed = useRef(failed);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    restore().catch(reportError);
  }, [stream]);

  /** Restores the last settings one by one, because each may fail. */
  async function restore(): Promise<void> {
    const { isTorchOn, zoomFactor } = chosenSettings.peek();
    let now = INITIAL_SETTINGS;
    if (controls.zoomLevels.some(({ factor }) => factor === zoomFactor && factor !== 1))
      now = await change("zoom", now, { ...now, zoomFactor });
    if (isTorchOn && controls.hasTorch) await change("torch", now, { ...now, isTorchOn });
  }

  async function change(
    control: Control,
    before: CameraSettings,
    next: CameraSettings,
  ): Promise<CameraSettings> {
    setBusy(true);
    try {
      const isUsable = (one: Control) => one === control || !latestFailed.current.includes(one);
      const usable = {
        hasTorch: controls.hasTorch && isUsable("torch"),
        zoomLevels: isUsable("zoom") ? controls.zoomLevels : [],
      };
      await applySettings(stream, usable, next);
      setSettings(next);
      return next;
    } catch {
      // Shown below the buttons, and not tried again.
      latestFailed.current = [...latestFailed.current, control];
      setFailed(latestFailed.current);
      return before;
    } finally {
      setBusy(false);
    }
  }
  const choose = (control: Control, chosen: Partial<CameraSettings>) => {
    chosenSettings.value = { ...chosenSettings.peek(), ...chosen };
    return change(control, settings, { ...settings, ...chosen });
  };
  const isOff = (control: Control) => isBusy || failed.includes(control);

  const { hasTorch, zoomLevels } = controls;
  if (!hasTorch && zoomLevels.length === 0) return null;
  return (
    <>
      <div class="camera-buttons">
        {hasTorch && (
          <Button
            kind="secondary"
            icon="light"
            aria-pressed={settings.isTorchOn}
            disabled={isOff("torch")}
            onClick={() => choose("torch", { isTorchOn: !settings.isTorchOn })}
          >
            {t(settings.isTorchOn ? msg("Light off") : msg("Light on"))}
          </Button>
        )}
        {zoomLevels.length > 0 && (
          <Zoom
            levels={zoomLevels}
            factor={settings.zoomFactor}
            isOff={isOff("zoom")}
            onFactor={(zoomFactor) => choose("zoom", { zoomFactor })}
          />
        )}
      </div>
      <div role="status">
        {failed.includes("torch") && (
          <p class="error-text">{t(msg("The camera refused to switch its light."))}</p>
        )}
        {failed.includes("zoom") && <p class="error-text">{t(msg("The camera refused to zoom."))}</p>}
      </div>
    </>
  );
}

const ONE_DECIMAL = { maximumFractionDigits: 1 };

interface ZoomProps {
  readonly levels: readonly ZoomLevel[];
  readonly factor: number;
  readonly isOff: boolean;
  readonly onFactor: (factor: number) => void;
}

function Zoom({ levels, factor, isOff, onFactor }: ZoomProps) {
  const at = levels.findIndex((level) => level.factor === factor);
  return (
    <div class="zoom">
      <Step icon="minus" name={t(msg("Zoom out"))} to={levels[at - 1]} isOff={isOff} onFactor={onFactor} />
      <output aria-label={t(msg("Zoom"))}>{number(factor, ONE_DECIMAL)}×</output>
      <Step icon="plus" name={t(msg("Zoom in"))} to={levels[at + 1]} isOff={isOff} onFactor={onFactor} />
    </div>
  );
}

interface StepProps extends Pick<ZoomProps, "isOff" | "onFactor"> {
  readonly icon: "minus" | "plus";
  readonly name: string;
  readonly to: ZoomLevel | undefined;
}

function Step({ icon, name, to, isOff, onFactor }: StepProps) {
  return (
    <IconButton
      kind="secondary"
      icon={icon}
      label={name}
      disabled={isOff || to === undefined}
      onClick={() => to !== undefined && onFactor(to.factor)}
    />
  );
}
