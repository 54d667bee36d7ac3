// The door of recording/: others import only this. What a recording is stands in recording.ts, which is a door of its own.

export { record } from './record.ts';
export type { Recording } from './recording.ts';
export { printRecording, RECORDING_FILE, readRecording, recordingShape } from './recording-file.ts';
