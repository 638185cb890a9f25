/**
 * Sets the size of libuv's thread pool to 8, unless `UV_THREADPOOL_SIZE` is set. Two of the threads hash
 * passwords, and the others read and write files. libuv reads the variable when the pool is first used, so
 * this function must be called before anything reads a file or hashes asynchronously.
 * tests/api/access/sign-in.test.ts counts the threads.
 */
export function sizeThreadPool(): void {
  process.env.UV_THREADPOOL_SIZE ||= '8'
}
