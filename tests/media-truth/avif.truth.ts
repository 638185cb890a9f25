import { compareAll } from './harness/suite'
import { avifFiles } from './files/avif'

compareAll('AVIF', await avifFiles())
