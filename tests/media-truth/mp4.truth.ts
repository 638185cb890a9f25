import { compareAll } from './harness/suite'
import { mp4Files } from './files/mp4'

compareAll('MP4', mp4Files())
