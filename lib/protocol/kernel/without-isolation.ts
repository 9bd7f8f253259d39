/** What the user agrees to who runs code without a box. */
export const WITHOUT_ISOLATION =
  'Without isolation, code that the agent writes runs with your permissions and can use your files and your network.';

/** What is said where no box can be made and nobody agreed to go without; the cause follows. */
export const NO_ISOLATION = 'Code cannot be isolated on this machine, so no code runs.';
