import sharp from 'sharp'

// Each job uses one thread, because the pool (process/pool.ts) and not libvips decides how many jobs run at
// the same time. The cache of the library is disabled, because nothing is read twice.
sharp.concurrency(1)
sharp.cache(false)
// Makes the decoder reject SVG and all other formats that are not allowed below, in case the check of the
// file signature misses one.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
})

/** The image library with its limits set. Only media processes load it. */
export default sharp
