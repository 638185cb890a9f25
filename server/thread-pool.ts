/**
 * Sizes libuv's thread pool, unless the operator has set `UV_THREADPOOL_SIZE`. Two threads hash passwords;
 * the rest reads and writes files. libuv reads the variable when the pool is first used, so this is called
 * before anything reads a file or hashes asynchronously; tests/api/sign-in.test.ts counts the threads.
 */
export function sizeThreadPool(): void {
  process.env.UV_THREADPOOL_SIZE ||= '8'
}
