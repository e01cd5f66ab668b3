/** Runs a command and sets the exit code: 0 when it returns true, 1 when false, 2 with one line on stderr when it throws. */
export const runCommand = async (command: () => Promise<boolean>): Promise<void> => {
  try {
    process.exitCode = (await command()) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  }
};
