ALTER TABLE `workspace` RENAME COLUMN `home_of` TO `personal_owner_id`;--> statement-breakpoint
DROP INDEX `workspace_home_of_unique`;--> statement-breakpoint
CREATE UNIQUE INDEX `workspace_personal_owner_id_unique` ON `workspace` (`personal_owner_id`);--> statement-breakpoint
ALTER TABLE `idempotency` RENAME COLUMN `answer` TO `result`;
