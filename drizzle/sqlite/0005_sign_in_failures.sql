CREATE TABLE `sign_in_failure` (
	`account` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`last_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_failure_last` ON `sign_in_failure` (`last_at`);