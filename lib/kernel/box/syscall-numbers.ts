/**
 * Numbers of the system calls that the box's filter names, per processor.
 * Source: Linux `arch/x86/entry/syscalls/syscall_64.tbl` and `include/uapi/asm-generic/unistd.h`.
 */

/** As Node names them in `process.arch`. */
export type BoxArch = 'x64' | 'arm64';

export function isBoxArch(arch: string): arch is BoxArch {
  return arch === 'x64' || arch === 'arm64';
}

interface Numbers {
  x64: number;
  /** Missing where the processor has no such call. */
  arm64?: number;
}

/** Refused with EPERM: of no use to data work, and each a way to reach what is outside, or a large piece of kernel. */
export const DENIED_CALLS: Record<string, Numbers> = {
  // other processes' memory and handles
  ptrace: { x64: 101, arm64: 117 },
  process_vm_readv: { x64: 310, arm64: 270 },
  process_vm_writev: { x64: 311, arm64: 271 },
  process_madvise: { x64: 440, arm64: 440 },
  pidfd_getfd: { x64: 438, arm64: 438 },
  kcmp: { x64: 312, arm64: 272 },
  move_pages: { x64: 279, arm64: 239 },
  migrate_pages: { x64: 256, arm64: 238 },
  // large kernel interfaces with a history
  io_uring_setup: { x64: 425, arm64: 425 },
  io_uring_enter: { x64: 426, arm64: 426 },
  io_uring_register: { x64: 427, arm64: 427 },
  bpf: { x64: 321, arm64: 280 },
  perf_event_open: { x64: 298, arm64: 241 },
  userfaultfd: { x64: 323, arm64: 282 },
  memfd_secret: { x64: 447, arm64: 447 },
  fanotify_init: { x64: 300, arm64: 262 },
  lookup_dcookie: { x64: 212, arm64: 18 },
  // keys are not bound to a namespace
  keyctl: { x64: 250, arm64: 219 },
  add_key: { x64: 248, arm64: 217 },
  request_key: { x64: 249, arm64: 218 },
  // the view of the file system
  mount: { x64: 165, arm64: 40 },
  umount2: { x64: 166, arm64: 39 },
  pivot_root: { x64: 155, arm64: 41 },
  chroot: { x64: 161, arm64: 51 },
  open_tree: { x64: 428, arm64: 428 },
  move_mount: { x64: 429, arm64: 429 },
  fsopen: { x64: 430, arm64: 430 },
  fsconfig: { x64: 431, arm64: 431 },
  fsmount: { x64: 432, arm64: 432 },
  fspick: { x64: 433, arm64: 433 },
  mount_setattr: { x64: 442, arm64: 442 },
  open_tree_attr: { x64: 467, arm64: 467 },
  open_by_handle_at: { x64: 304, arm64: 265 },
  quotactl: { x64: 179, arm64: 60 },
  quotactl_fd: { x64: 443, arm64: 443 },
  // namespaces
  unshare: { x64: 272, arm64: 97 },
  setns: { x64: 308, arm64: 268 },
  sethostname: { x64: 170, arm64: 161 },
  setdomainname: { x64: 171, arm64: 162 },
  // the machine
  init_module: { x64: 175, arm64: 105 },
  finit_module: { x64: 313, arm64: 273 },
  delete_module: { x64: 176, arm64: 106 },
  kexec_load: { x64: 246, arm64: 104 },
  kexec_file_load: { x64: 320, arm64: 294 },
  reboot: { x64: 169, arm64: 142 },
  swapon: { x64: 167, arm64: 224 },
  swapoff: { x64: 168, arm64: 225 },
  acct: { x64: 163, arm64: 89 },
  syslog: { x64: 103, arm64: 116 },
  vhangup: { x64: 153, arm64: 58 },
  personality: { x64: 135, arm64: 92 },
  settimeofday: { x64: 164, arm64: 170 },
  clock_settime: { x64: 227, arm64: 112 },
  clock_adjtime: { x64: 305, arm64: 266 },
  adjtimex: { x64: 159, arm64: 171 },
  iopl: { x64: 172 },
  ioperm: { x64: 173 },
};

/** Judged by an argument, or answered in a way of their own. */
export const JUDGED_CALLS = {
  clone: { x64: 56, arm64: 220 },
  clone3: { x64: 435, arm64: 435 },
  close_range: { x64: 436, arm64: 436 },
  socket: { x64: 41, arm64: 198 },
  ioctl: { x64: 16, arm64: 29 },
} satisfies Record<string, Numbers>;
