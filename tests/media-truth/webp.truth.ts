import { compareAll } from './harness/suite'
import { webpFiles } from './files/webp'

compareAll('WebP', await webpFiles())
