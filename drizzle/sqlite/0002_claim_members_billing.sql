CREATE TABLE `billing_event` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `device_code` (
	`id` text PRIMARY KEY NOT NULL,
	`device_code` text NOT NULL,
	`user_code` text NOT NULL,
	`user_id` text,
	`expires_at` integer NOT NULL,
	`status` text NOT NULL,
	`last_polled_at` integer,
	`polling_interval` integer,
	`client_id` text,
	`scope` text,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `device_code_device_code_unique` ON `device_code` (`device_code`);--> statement-breakpoint
CREATE UNIQUE INDEX `device_code_user_code_unique` ON `device_code` (`user_code`);--> statement-breakpoint
CREATE TABLE `invitation` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`role` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`expires_at` integer NOT NULL,
	`accepted_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspace`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitation_hash_unique` ON `invitation` (`hash`);--> statement-breakpoint
CREATE INDEX `invitation_workspace` ON `invitation` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `meter` (
	`workspace_id` text NOT NULL,
	`month` text NOT NULL,
	`reviews` integer DEFAULT 0 NOT NULL,
	`evidence_units` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`workspace_id`, `month`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspace`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
DROP INDEX `event_recent`;--> statement-breakpoint
CREATE INDEX `event_recent` ON `event` (`workspace_id`,`id`);--> statement-breakpoint
ALTER TABLE `workspace` ADD `claim_hash` text;--> statement-breakpoint
ALTER TABLE `workspace` ADD `billing_customer_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `workspace_claim_hash_unique` ON `workspace` (`claim_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `workspace_billing_customer_id_unique` ON `workspace` (`billing_customer_id`);