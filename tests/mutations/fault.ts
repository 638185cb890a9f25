/** A fault to plant in the code, and the tests that must find it. */
export interface Fault {
  /** The name of the fault in the output and on the command line. Unique among all faults. */
  id: string
  /** Path of the source file in the project. */
  file: string
  /** The text to replace. It occurs exactly once in the file. */
  search: string
  replace: string
  /** Paths of test files. At least one of them must fail. Unit tests need no build and are preferred. */
  tests: readonly [string, ...string[]]
  /** The harm that a user would suffer. */
  why: string
}
