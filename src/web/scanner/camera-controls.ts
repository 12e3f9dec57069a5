import { signal } from "@preact/signals";

// Torch and zoom of a camera track (W3C Image Capture), which the DOM types do not know yet.
interface Capabilities extends MediaTrackCapabilities {
  readonly torch?: boolean;
  readonly zoom?: { readonly min: number; readonly max: number; readonly step?: number };
}

/** A magnification that is offered: `factor` times the camera's widest picture, and the camera's own value for it. */
export interface ZoomLevel {
  readonly factor: number;
  readonly value: number;
}

/** What a camera can do beside its picture. */
export interface CameraControls {
  readonly hasTorch: boolean;
  /** The widest first; empty where the camera can't zoom. */
  readonly zoomLevels: readonly ZoomLevel[];
}

/** Torch and zoom as they are set. */
export interface CameraSettings {
  readonly isTorchOn: boolean;
  readonly zoomFactor: number;
}

/** A camera as it starts. */
export const INITIAL_SETTINGS: CameraSettings = { isTorchOn: false, zoomFactor: 1 };

/** What was chosen last: it holds until the page is closed, also for the next time that the camera is opened. */
export const chosenSettings = signal(INITIAL_SETTINGS);

const FACTORS = [1, 1.5, 2, 3, 4, 6, 8];

/** The magnifications that a range of values allows; none for a range that does not begin above 0. */
export function zoomLevels({ min, max, step = 0 }: NonNullable<Capabilities["zoom"]>): readonly ZoomLevel[] {
  if (!(min > 0)) return [];
  const rounded = (value: number) => (step > 0 ? min + Math.round((value - min) / step) * step : value);
  const values = FACTORS.map((factor) => rounded(factor * min)).filter((value) => value <= max);
  const levels = Array.from(new Set(values), (value) => ({ factor: value / min, value }));
  return levels.length > 1 ? levels : [];
}

/** What the camera of a stream offers. */
export function controlsOf(stream: MediaStream): CameraControls {
  const [track] = stream.getVideoTracks();
  const offered: Capabilities =
    track !== undefined && "getCapabilities" in track ? track.getCapabilities() : {};
  return {
    hasTorch: offered.torch === true,
    zoomLevels: offered.zoom === undefined ? [] : zoomLevels(offered.zoom),
  };
}

const litStreams = new WeakSet<MediaStream>();

/** Sets what the camera offers of torch and zoom. Throws when the camera refuses. */
export async function applySettings(
  stream: MediaStream,
  { hasTorch, zoomLevels: levels }: CameraControls,
  { isTorchOn, zoomFactor }: CameraSettings,
): Promise<void> {
  const level = levels.find(({ factor }) => factor === zoomFactor);
  // Both at once: a browser may forget what an earlier call set.
  await constrain(stream, {
    ...(hasTorch && { torch: isTorchOn }),
    ...(level !== undefined && { zoom: level.value }),
  });
  if (isTorchOn) litStreams.add(stream);
  else litStreams.delete(stream);
}

/** Switches the torch off before the stream is stopped. */
export function switchTorchOff(stream: MediaStream): void {
  if (!litStreams.delete(stream)) return;
  constrain(stream, { torch: false }).catch(() => {
    // ApiError where the track has ended already: the torch has gone out with it.
  });
}

async function constrain(stream: MediaStream, constraint: Readonly<Record<string, unknown>>): Promise<void> {
  const [track] = stream.getVideoTracks();
  await track?.applyConstraints({ advanced: [constraint as MediaTrackConstraintSet] });
}
