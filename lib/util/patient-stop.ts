/** The reason of an abort by a user, who is asked before variables are lost: the kernel is interrupted, and not restarted. */
export const PATIENT_STOP = 'patient-stop';

export function isPatientStop(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true && signal.reason === PATIENT_STOP;
}
