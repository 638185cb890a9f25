import { compareAll } from './harness/suite'
import { pngFiles } from './files/png'

compareAll('PNG', pngFiles())
