import sharp from 'sharp'

// The image library uses only one thread for a job, because the pool (process/pool.ts) decides how many jobs
// run at the same time, not libvips. The cache of the library is disabled, because no file is read twice.
sharp.concurrency(1)
sharp.cache(false)
// Makes the decoder reject SVG and all other formats that are not allowed below. This is needed if the check
// of the file signature fails to detect such a format.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPng',
    'VipsForeignLoadJpeg',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    // This loader decodes AVIF. `avif/normalized.ts` checks the structure of each file before it is decoded.
    'VipsForeignLoadHeif',
  ],
})

/** The image library with its limits set. Only media processes load it. */
export default sharp
