ALTER TABLE `user` ADD `landed_at` integer;--> statement-breakpoint
ALTER TABLE `workspace` ADD `setting_name` text;--> statement-breakpoint
CREATE UNIQUE INDEX `workspace_setting_name_unique` ON `workspace` (`setting_name`);