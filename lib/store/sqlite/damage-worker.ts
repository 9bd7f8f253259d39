/** The thread that reads the whole database and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { lookForDamage } from './look-for-damage.ts';

const path: string = workerData;
parentPort?.postMessage(lookForDamage(path));
